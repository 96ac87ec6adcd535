from staging.safety import SafetyCheck
from tests.rooms import draw_room


def test_a_room_is_safe() -> None:
    check = SafetyCheck()
    assert check.probability(draw_room()) < 0.1
    assert check.is_safe(draw_room(3000, 2000))
