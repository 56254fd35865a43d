import type { Block, ResultMessage } from '../../core/message/message.ts'
import { say } from '../../core/text/say.ts'
import type { JobDeps } from '../job-deps.ts'

const fileUrl = (block: Block): string | undefined =>
  block.kind === 'audio' || block.kind === 'cover' || block.kind === 'file' ? block.file.url : undefined

/** What remains of a result; `all`: no audio remains. */
export interface WithoutGone {
  view: ResultMessage
  gone: 'none' | 'some' | 'all'
}

const goneNote = (): Block => ({
  kind: 'note',
  text: say('The audio service does not keep everything of it any more: what is missing here is gone.'),
})

/** A result without the files that the audio service no longer has, and a remark about them. */
export const withoutGoneFiles = async (
  { isGone }: Pick<JobDeps, 'isGone'>,
  view: ResultMessage,
): Promise<WithoutGone> => {
  const checked = await Promise.all(
    view.blocks.map(async (block) => {
      const url = fileUrl(block)
      return { block, isThere: url === undefined || !(await isGone(url)) }
    }),
  )
  const blocks = checked.filter(({ isThere }) => isThere).map(({ block }) => block)
  if (blocks.length === view.blocks.length) return { view, gone: 'none' }
  const hasFiles = blocks.some(({ kind }) => kind === 'audio' || kind === 'file')
  return { view: { ...view, blocks: [...blocks, goneNote()] }, gone: hasFiles ? 'some' : 'all' }
}
