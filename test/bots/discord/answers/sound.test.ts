import { expect, test } from 'vitest'
import { answerBody } from '../../../../src/bots/discord/answers/answer-body.ts'
import { privately } from '../../../../src/core/command/answer.ts'

const data = Uint8Array.from([1, 2, 3])
const answer = privately({
  text: 'This is Ada.',
  tone: 'done',
  blocks: [{ kind: 'sound', name: 'Ada Winter.mp3', title: 'Sample of Ada Winter', data }],
})

test('a sound that is at hand goes with the answer', () => {
  expect(answerBody(answer, true).files).toEqual([
    { name: 'Ada-Winter.mp3', description: 'Sample of Ada Winter', attachment: Buffer.from(data) },
  ])
})

test('where no file may be attached, the answer says so', () => {
  const { files, embeds } = answerBody(answer, false)
  expect(files).toEqual([])
  expect(embeds).toMatchObject([
    { description: "I can't attach files here. Try it in a direct message with me." },
  ])
})
