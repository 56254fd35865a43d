import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { answerBody, withSmallFiles } from '../../../../src/bots/discord/answers/answer-body.ts'
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

test('a text that is too large for Discord is compressed', async () => {
  const text = 'la '.repeat(4_000_000)
  const { files } = await withSmallFiles(
    answerBody(
      privately({
        text: 'This is all your data here.',
        tone: 'info',
        blocks: [{ kind: 'document', name: 'tunesmith-export.json', text, isPersonal: true }],
      }),
      true,
    ),
  )
  expect(files.map(({ name }) => name)).toEqual(['tunesmith-export.json.gz'])
  const [file] = files
  if (!Buffer.isBuffer(file?.attachment)) throw new Error('no file')
  expect(gunzipSync(file.attachment).toString()).toBe(text)
})

test('what is kept of a member is a file, however short', () => {
  const document = { kind: 'document', name: 'mine.json', text: '{}', isPersonal: true } as const
  const kept = privately({ text: 'Here it is.', tone: 'info', blocks: [document] })
  expect(answerBody(kept, true).files).toMatchObject([{ name: 'mine.json' }])
  const { files, embeds } = answerBody(kept, false)
  expect(files).toEqual([])
  expect(embeds).toMatchObject([{ description: expect.stringContaining('{}') }])
})

test('a picture goes with the answer and its description, and is left out where no file may be attached', () => {
  const description = 'Bars by day'.padEnd(2_000, '.')
  const picture = { kind: 'picture', name: 'budget.png', description, data } as const
  const drawn = privately({ text: '5 credits left here.', tone: 'info', blocks: [picture] })
  expect(answerBody(drawn, true)).toMatchObject({
    files: [{ name: 'budget.png', description: expect.stringMatching(/^Bars by day.{1012}…$/) }],
    embeds: [],
  })
  expect(answerBody(drawn, false)).toMatchObject({ content: '5 credits left here.', files: [], embeds: [] })
})
