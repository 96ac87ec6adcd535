from collections.abc import Iterator
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from staging import store
from staging.contract import Candidate, Source
from staging.errors import InvocationError
from tests.bucket import SECRET, Bucket, bucket
from tests.rooms import draw_room


@pytest.fixture
def shop() -> Iterator[Bucket]:
    with bucket() as made:
        yield made


def source(url: str, width: int = 640, height: int = 480) -> Source:
    return Source(url=url, width=width, height=height)


def candidate(url: str) -> Candidate:
    return Candidate(candidate_id="c1", url=url, content_type="image/jpeg")


def failure(work) -> InvocationError:  # type: ignore[no-untyped-def]
    with pytest.raises(InvocationError) as failed:
        work()
    assert SECRET not in str(failed.value)
    assert failed.value.__cause__ is None
    return failed.value


def encoded(kind: str) -> bytes:
    data = BytesIO()
    Image.fromarray(draw_room()).save(data, kind)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_source_is_read(shop: Bucket, kind: str) -> None:
    shop.objects["s"] = encoded(kind)
    picture = store.fetch_source(source(shop.sign("s")))
    assert picture.shape == (480, 640, 3)
    assert np.abs(picture.astype(int) - draw_room()).mean() < 6


def test_a_candidate_is_sent_once_with_its_length_and_type(shop: Bucket) -> None:
    store.store_candidate(candidate(shop.sign("c1")), b"picture")
    assert shop.objects["c1"] == b"picture"
    assert len(shop.puts) == 1
    assert shop.puts[0]["Content-Length"] == "7"
    assert shop.puts[0]["Content-Type"] == "image/jpeg"
    assert "Transfer-Encoding" not in shop.puts[0]


def test_a_refused_url_might_work_another_time(shop: Bucket) -> None:
    shop.objects["s"] = encoded("JPEG")
    shop.status = 403
    assert failure(lambda: store.fetch_source(source(shop.sign("s")))).status == 502
    assert failure(lambda: store.store_candidate(candidate(shop.sign("c1")), b"x")).status == 502


def test_an_unreachable_host_might_work_another_time() -> None:
    assert failure(lambda: store.fetch_source(source(f"http://127.0.0.1:9/s?{SECRET}"))).status == 502
    assert failure(lambda: store.store_candidate(candidate(f"http://127.0.0.1:9/s?{SECRET}"), b"x")).status == 502


def test_a_redirection_to_another_host_is_not_followed(shop: Bucket) -> None:
    with bucket() as other:
        other.objects["s"] = encoded("JPEG")
        shop.objects["s"], shop.status, shop.redirect = b"-", 302, other.sign("s")
        assert failure(lambda: store.fetch_source(source(shop.sign("s")))).status == 502
        assert failure(lambda: store.store_candidate(candidate(shop.sign("c")), b"x")).status == 502
        assert other.puts == []


@pytest.mark.parametrize("data", [b"", b"no picture at all", encoded("JPEG")[:2000], encoded("GIF")])
def test_what_is_no_picture_never_becomes_one(shop: Bucket, data: bytes) -> None:
    shop.objects["s"] = data
    assert failure(lambda: store.fetch_source(source(shop.sign("s")))).status == 422


def test_a_source_of_another_size_is_refused(shop: Bucket) -> None:
    shop.objects["s"] = encoded("JPEG")
    refused = failure(lambda: store.fetch_source(source(shop.sign("s"), width=641)))
    assert (refused.status, str(refused)) == (422, "the source is 640 x 480, not 641 x 480")


def test_a_candidate_is_a_jpeg_without_metadata() -> None:
    image = Image.open(BytesIO(store.encode(draw_room(517, 389))))
    assert (image.format, image.size) == ("JPEG", (517, 389))
    assert not image.getexif()
    assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
