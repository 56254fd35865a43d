import { expect, test } from 'vitest'
import { render } from '../../../../src/bots/slack/render/render.ts'
import type { ResultMessage } from '../../../../src/core/message/message.ts'

const data = Uint8Array.from([1, 2, 3])
const message: ResultMessage = {
  text: 'This is Ada.',
  tone: 'done',
  blocks: [{ kind: 'sound', name: 'Ada Winter.mp3', title: 'Sample of Ada Winter', data }],
}

test('a sound that is at hand is a file beside the message, and none where files are impossible', () => {
  expect(render(message).uploads).toMatchObject([
    {
      name: 'Ada Winter.mp3',
      title: 'Sample of Ada Winter',
      place: 'channel',
      source: { kind: 'bytes', data },
    },
  ])
  expect(render(message, { hasFiles: false }).uploads).toEqual([])
})
