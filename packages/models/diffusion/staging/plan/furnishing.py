"""What stands in each kind of room."""

from staging.plan.furniture import (
    ARMCHAIR,
    BASIN,
    BATH,
    BENCH,
    CAR,
    CHEST,
    CONSOLE,
    DESK,
    FRIDGE,
    MAT,
    MEDIA,
    PLANT,
    PLANTER,
    PLAY_MAT,
    SHELF,
    SHELVING,
    SHOWER,
    SIDEBOARD,
    SMALL_BASIN,
    SMALL_DESK,
    SMALL_SHELF,
    TOILET,
    WASHER,
    Piece,
    bed,
    counter,
    dining,
    sofa,
    wardrobe,
)
from staging.plan.vocabulary import Kind

Wish = tuple[Piece, ...]
"""The same thing in several sizes, the preferred one first."""

BEDS: Wish = (
    *(bed(width, tables=True) for width in (1.8, 1.6, 1.4)),
    *(bed(width) for width in (1.6, 1.4, 1.2, 0.9)),
    bed(0.8, length=1.9),
)
SINGLE: Wish = (bed(0.9), bed(0.8, length=1.9))
SOFAS: Wish = (
    sofa(2.4, True),
    sofa(2.1, True),
    sofa(1.7, True),
    sofa(2.1, False),
    sofa(1.7, False),
    sofa(1.4, False),
    ARMCHAIR,
)
WARDROBES: Wish = (wardrobe(2.0), wardrobe(1.5), wardrobe(1.0))
TABLES: Wish = (dining(6), dining(4), dining(2))
COUNTERS: Wish = (counter(3.0), counter(2.4), counter(1.8), counter(1.4))

FURNISHING: dict[Kind, tuple[Wish, ...]] = {
    "living": (SOFAS, (MEDIA,), (ARMCHAIR,), (SHELF, SMALL_SHELF), (PLANT,), (SIDEBOARD, CHEST), (ARMCHAIR,)),
    "living_dining": (SOFAS, TABLES, (MEDIA,), (ARMCHAIR,), (SIDEBOARD,), (PLANT,), (SHELF,)),
    "living_kitchen": (COUNTERS, (FRIDGE,), SOFAS, TABLES, (MEDIA,), (PLANT,)),
    "dining": ((dining(8), *TABLES), (SIDEBOARD, CHEST), (PLANT,)),
    "kitchen": (COUNTERS, (FRIDGE,), (dining(4), dining(2)), (PLANT,)),
    "kitchen_dining": (COUNTERS, (FRIDGE,), TABLES, (SIDEBOARD,), (PLANT,)),
    "bedroom": (BEDS, WARDROBES, (CHEST,), (DESK, SMALL_DESK), (ARMCHAIR,), (PLANT,)),
    "child": (SINGLE, (wardrobe(1.5), wardrobe(1.0)), (DESK, SMALL_DESK), (PLAY_MAT,), (SMALL_SHELF,)),
    "bathroom": ((BATH, SHOWER), (TOILET,), (BASIN, SMALL_BASIN), (WASHER,), (MAT,), (PLANT,)),
    "wc": ((TOILET,), (SMALL_BASIN,)),
    "office": ((DESK, SMALL_DESK), (SHELF, SMALL_SHELF), (ARMCHAIR,), (CHEST,), (PLANT,)),
    "hall": ((CONSOLE,), (BENCH,), (PLANT,)),
    "laundry": ((WASHER,), (WASHER,), (SHELVING,)),
    "dressing": (WARDROBES, WARDROBES, (BENCH,)),
    "store": ((SHELVING, SMALL_SHELF), (SHELVING, SMALL_SHELF)),
    "balcony": ((dining(2),), (PLANTER,), (PLANTER,), (PLANT,)),
    "garage": ((CAR,), (SHELVING,)),
}
"""What stands in each room, the most important wish first; what finds no place is left out."""
