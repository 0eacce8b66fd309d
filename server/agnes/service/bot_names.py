"""What the server's own players are called: people of the two Agneses' time."""

from typing import Final

from agnes.service.identity import RandomBytes

NAMES: Final = (
    "Albrecht",
    "Ernst",
    "Kaspar",
    "Sibylla",
    "Ludwig",
    "Isabel",
    "Charles",
    "Jacques",
    "Étienne",
    "Jeanne",
    "Marie",
    "Pierre",
    "Yolande",
    "René",
    "Dunois",
    "Fouquet",
)


def bot_names(count: int, random: RandomBytes) -> list[str]:
    """That many names, none twice; a number behind them once the list is used up."""
    order = sorted(range(len(NAMES)), key=lambda _: random(4))
    drawn = [NAMES[order[number % len(NAMES)]] for number in range(count)]
    return [
        name if number < len(NAMES) else f"{name} {number // len(NAMES) + 1}"
        for number, name in enumerate(drawn)
    ]
