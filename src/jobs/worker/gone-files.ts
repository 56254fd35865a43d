import type { Feature } from '../../core/command/feature.ts'
import type { Block, ResultMessage } from '../../core/message/message.ts'
import type { Outcome } from '../../core/outcome.ts'
import { say } from '../../core/text/say.ts'
import { freshOutcome, type JobWithOutcome } from '../fresh-files.ts'
import type { JobDeps } from '../job-deps.ts'
import { forResultOf } from './look-up.ts'

const fileUrl = (block: Block): string | undefined =>
  block.kind === 'audio' || block.kind === 'cover' || block.kind === 'file' ? block.file.url : undefined

/** What remains of a result; `all`: no audio remains. */
interface WithoutGone {
  view: ResultMessage
  gone: 'none' | 'some' | 'all'
}

const goneNote = (): Block => ({
  kind: 'note',
  text: say('Some of it is missing because the audio service no longer has it.'),
})

/** The addresses whose files the audio service no longer has; each is looked at once. */
export const goneOf = async (
  { isGone }: Pick<JobDeps, 'isGone'>,
  urls: readonly string[],
): Promise<ReadonlySet<string>> => {
  const gone = new Set<string>()
  const check = async (url: string): Promise<void> => {
    if (await isGone(url)) gone.add(url)
  }
  await Promise.all([...new Set(urls)].map(check))
  return gone
}

/** A result without the files that the audio service no longer has, and a remark about them. */
const withoutGoneFiles = async (deps: Pick<JobDeps, 'isGone'>, view: ResultMessage): Promise<WithoutGone> => {
  const gone = await goneOf(
    deps,
    view.blocks.flatMap((block) => fileUrl(block) ?? []),
  )
  if (gone.size === 0) return { view, gone: 'none' }
  const blocks = view.blocks.filter((block) => !gone.has(fileUrl(block) ?? ''))
  const hasFiles = blocks.some(({ kind }) => kind === 'audio' || kind === 'file')
  return { view: { ...view, blocks: [...blocks, goneNote()] }, gone: hasFiles ? 'some' : 'all' }
}

/**
 * A result as it can be shown now: its outcome with addresses that work, and what is left of its message.
 * `isCertain`: the service was asked whether what is gone has other addresses.
 */
interface ShownNow {
  outcome: Outcome
  left: WithoutGone
  isCertain: boolean
}

/** Checks the files of a job's result, and looks up new addresses if some no longer work. */
export const resultNow = async (
  deps: Pick<JobDeps, 'isGone' | 'service'>,
  job: JobWithOutcome,
  { conversionType }: Feature,
  viewOf: (outcome: Outcome) => ResultMessage,
): Promise<ShownNow> => {
  const shownOf = async (outcome: Outcome, isCertain: boolean): Promise<ShownNow> => ({
    outcome,
    left: await withoutGoneFiles(deps, viewOf(outcome)),
    isCertain,
  })
  const kept = await shownOf(job.outcome, true)
  if (kept.left.gone === 'none') return kept
  const fresh = await freshOutcome(deps, job, conversionType, forResultOf(job))
  return fresh.status === 'found'
    ? shownOf(fresh.outcome, true)
    : { ...kept, isCertain: fresh.status === 'none' }
}
