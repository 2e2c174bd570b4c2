"""Cancels a request that gets no response, and one that waits to be sent again.

Usage: cancel.py STALLED REFUSED
"""

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "clients/python"))
from orbweaver import AsyncOrbweaver


async def canceled(server):
    task = asyncio.create_task(AsyncOrbweaver(server, longest_wait_s=9).satellite(1))
    await asyncio.sleep(0.5)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        return "canceled"


async def main():
    return await asyncio.gather(*map(canceled, sys.argv[1:]))


print(*asyncio.run(main()))
