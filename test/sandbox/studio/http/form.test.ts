import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { readForm } from '../../../../sandbox/studio/http/form.ts'

/** What the studio reads of a form with one text, as its bytes are on the wire. */
const readText = async (value: string): Promise<unknown> => {
  const app = fastify()
  app.register(multipart)
  app.post('/', async (request) => await readForm(request, 'a folder that no text needs'))
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: `--edge\r\ncontent-disposition: form-data; name="lyrics"\r\n\r\n${value}\r\n--edge--\r\n`,
  })
  await app.close()
  return answer.json()
}

// https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
test.each([
  ['a browser ends lines with', 'one\r\n\r\ntwo\r\n', 'one\n\ntwo\n'],
  ['some programs end lines with', 'one\n\ntwo\n', 'one\n\ntwo\n'],
  ['old programs ended lines with', 'one\r\rtwo\r', 'one\n\ntwo\n'],
])('a text keeps its lines, but not what %s', async (_name, sent, read) => {
  expect(await readText(sent)).toEqual({ lyrics: read })
})
