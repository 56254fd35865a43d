import { parseBuffer } from 'music-metadata'
import { expect } from 'vitest'

interface Shown {
  text: string
  files: readonly { contentType: string; url: string }[]
}

/** Every take of a result says in its tags that it was made with AI, by which job, and with which model. */
export const expectMarked = async ({ text, files }: Shown, { model }: { model?: string } = {}) => {
  const job = /Job:?\s([a-z2-7]{8})/.exec(text)?.[1]
  const made = model === undefined ? '' : `, model ${model}`
  const takes = files.filter(({ contentType }) => contentType.startsWith('audio/'))
  expect(takes).not.toEqual([])
  for (const { url } of takes) {
    const file = Buffer.from(await (await fetch(url)).arrayBuffer())
    const { common } = await parseBuffer(file)
    expect(common.comment?.flatMap(({ text: comment }) => comment?.split('\n'))).toContain(
      `Made with AI (Tunesmith job ${job}${made})`,
    )
    expect(file.toString('latin1')).toContain(
      'DIGITALSOURCETYPE\0http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
    )
  }
}
