"""How an invocation fails."""


class InvocationError(Exception):
    """An invocation that cannot be served.

    `status` is the HTTP status of the answer and the message its `error`; the message never holds a URL.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class StartError(Exception):
    """What keeps the container from starting: one sentence for the operator."""


class CandidateRejected(Exception):
    """A picture that was made but must not be stored: the candidate is left out of the answer."""
