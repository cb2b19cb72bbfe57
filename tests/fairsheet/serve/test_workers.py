"""Workers beside the pages: fresh processes take the place of those that have worked."""

from __future__ import annotations

import asyncio
import os
from contextlib import closing
from pathlib import Path

from fairsheet.pipeline.base.values import TaskOptions
from fairsheet.pipeline.work.tasks import ReadFile, Unread
from fairsheet.serve.workers import Workers


def test_renewed_workers_go_on(tmp_path: Path) -> None:
    options = TaskOptions(pages=1, work=1.0)
    gone = ReadFile(os.fsencode(tmp_path / "gone.jpg"), "0" * 64, options, pictures=False)

    async def at_work(workers: Workers) -> None:
        assert isinstance(await workers.perform(gone), Unread)
        await workers._renewed()
        found = await asyncio.gather(*(workers.perform(gone) for _ in range(3)))
        assert all(isinstance(each, Unread) for each in found)

    with closing(Workers(1, 2)) as workers:
        workers.prepare()
        asyncio.run(at_work(workers))
