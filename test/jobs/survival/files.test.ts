import { afterEach, expect, test } from 'vitest'
import { createDownload } from '../../../src/app/download.ts'
import { type JobStage, openJobStage } from '../../bots/slack/job-stage.ts'
import { requestFates } from '../../support/jobs/request-fate.ts'
import { startTcpProxy } from '../../support/redis/tcp-proxy.ts'
import { outcomeOf, output } from '../../support/service/outcome.ts'
import { finished, usualCost } from '../../support/service/scripted-audio-service.ts'
import {
  answers,
  breaks,
  breaksHalfway,
  neverEnds,
  type Reply,
  type ScriptedServer,
  startScriptedServer,
} from '../../support/service/scripted-server.ts'
import { firstRows } from '../../support/suite/runs.ts'

// The files of a finished song lie at a host that fails; the chat is a Slack that remembers what people see.

let stage: JobStage
let files: ScriptedServer
/** Lies between, and loses bytes. */
let proxy: Awaited<ReturnType<typeof startTcpProxy>>
let near: string
const closings: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

const mp3 = Buffer.concat([Buffer.from('ID3\u0003\u0000'), Buffer.alloc(500)])
const sendsFile: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'audio/mpeg' })
  response.end(mp3)
}

const startStage = async (reply: Reply, timeoutMs = reply === neverEnds ? 100 : 30_000) => {
  files = await startScriptedServer({ reply })
  proxy = await startTcpProxy(Number(new URL(files.url).port))
  near = `http://127.0.0.1:${proxy.port}`
  closings.push(files.close, proxy.close)
  const download = createDownload({ origins: [near], timeoutMs })
  closings.push(() => download.close())
  stage = await openJobStage(download)
  closings.push(() => stage.close())
  const outputs = [output(1, { audioUrl: `${near}/1.mp3` })]
  stage.world.service.alwaysFind({ ...finished, outcome: outcomeOf(outputs) })
}

const play = async () => {
  const { jobId } = await stage.start()
  await stage.run()
  const { state } = await stage.world.job(jobId)
  const { spent, held } = await stage.world.budgets.read(`slack:${stage.target.server}`)
  return { state, spent, held, bought: stage.world.service.submissions.length }
}

const delivered = { state: 'posted', spent: usualCost, held: 0, bought: 1 }
const ready = () => stage.said().filter(({ text }) => text.includes('“Title 1”'))

const gone: readonly [string, Reply][] = [
  ['has lost it (404)', answers(404, 'gone')],
  ['takes it back (410)', answers(410, 'gone')],
  ['does not believe the link any more (403)', answers(403, 'expired')],
  ['wants to know who asks (401)', answers(401, 'expired')],
]

test.each(firstRows(2, gone))(
  'row 31, where the host of a file %s, the result is shown once without a link to it, and charged once',
  async (_, reply) => {
    await startStage(reply)
    expect(await play()).toEqual(delivered)
    expect(ready()).toMatchObject([
      { text: expect.stringContaining('no longer available from the audio service') },
    ])
    expect(JSON.stringify(stage.said())).not.toContain(near)
  },
)

test.each(firstRows(1, [403, 404, 401]))(
  'row 31, where the host of a file answers %d to an old address, the file is there by the one that the service gives now',
  async (status) => {
    await startStage((response, request) => {
      const reply = request.url === '/1.mp3' ? answers(status, 'no') : sendsFile
      reply(response, request)
    })
    const { service } = stage.world
    const renewed = outcomeOf([output(1, { audioUrl: `${near}/renewed.mp3` })])
    service.lookUpWith({ ...finished, outcome: outcomeOf([output(1, { audioUrl: `${near}/1.mp3` })]) })
    service.alwaysFind({ ...finished, outcome: renewed })
    expect(await play()).toEqual(delivered)
    expect(ready()).toHaveLength(1)
    expect(JSON.stringify(stage.said())).not.toContain('no longer available')
    expect(files.requests.map(({ url }) => url)).toContain('/renewed.mp3')
  },
)

const failures: readonly [string, Reply][] = [
  ['is out of order (503)', answers(503, 'later')],
  ['breaks the connection', breaks],
  ['breaks off', breaksHalfway('ID3')],
  ['sends it so slowly that it never ends', neverEnds],
  ['sends far too much', answers(200, 'x', { 'content-length': '99999999999' })],
  ['sends a page', answers(200, '<html>welcome</html>')],
  ['sends an error as XML', answers(200, '<Error/>', { 'content-type': 'application/xml' })],
  ['sends an error as JSON', answers(200, { error: 'no such file' })],
  ['sends an error as text', answers(200, 'Try again later.', { 'content-type': 'audio/mpeg' })],
]

test.each(firstRows(6, failures))(
  'row 31, where the host of a file %s, the result is shown once with a link to it, and charged once',
  async (_, reply) => {
    await startStage(reply)
    expect(await play()).toEqual(delivered)
    expect(ready()).toHaveLength(1)
    expect(JSON.stringify(ready())).toContain(`${near}/1.mp3`)
  },
)

test.each([503, 403])(
  'row 31, where the host of a file answers %d and is back at the third try, it is there as a file',
  async (status) => {
    let tries = 0
    await startStage((response, request) => {
      tries += 1
      const reply = tries < 3 ? answers(status, 'later') : sendsFile
      reply(response, request)
    })
    expect(await play()).toEqual(delivered)
    expect(ready()).toHaveLength(1)
    expect(JSON.stringify(stage.said())).not.toContain(near)
    expect(tries).toBe(3)
  },
)

test.each(firstRows(3, requestFates))(
  'row 31, where the request for a file %s, it is made again, and the file is there',
  async (fate) => {
    await startStage(sendsFile, 1_000)
    const asked = proxy.watch('GET /1.mp3')
    proxy.strike('GET /1.mp3', fate)
    expect(await play()).toEqual(delivered)
    expect(ready()).toHaveLength(1)
    expect(JSON.stringify(stage.said())).not.toContain(near)
    expect(asked()).toBe(2)
  },
)

test('row 31, where no connection can be had, the result is shown once with a link to the file', async () => {
  await startStage(sendsFile)
  await proxy.refuse()
  expect(await play()).toEqual(delivered)
  expect(ready()).toHaveLength(1)
  expect(JSON.stringify(stage.said())).toContain(`${near}/1.mp3`)
})
