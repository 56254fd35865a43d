import { mp4Rows } from './mp4-rows.ts'
import { mpegRows } from './mpeg-rows.ts'
import { oggWebmRows } from './ogg-webm-rows.ts'
import { otherRows } from './other-rows.ts'
import type { ClipRow } from './row.ts'
import { waveRows } from './wave-rows.ts'

/** Every file of the table: whether it is taken or refused, and its length. */
export const clipRows: readonly ClipRow[] = [
  ...mp4Rows,
  ...waveRows,
  ...mpegRows,
  ...oggWebmRows,
  ...otherRows,
]
