import { expect, test } from 'vitest'
import { readConfig } from '../../../src/app/config.ts'
import { audioChecks } from '../../../src/app/doctor/audio.ts'
import type { NetworkView } from '../../../src/app/public-agent.ts'

const configWith = (settings: Readonly<Record<string, string>>) => {
  const read = readConfig({
    DISCORD_TOKEN: 'token',
    AUDIO_API_URL: 'https://audio.example',
    AUDIO_API_KEY: 'key-of-the-operator',
    REDIS_URL: 'redis://127.0.0.1:6379',
    ...settings,
  })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.config
}

const fileFindings = (settings: Readonly<Record<string, string>>, view: NetworkView) => {
  const noLookUp = () => Promise.reject(new Error('no look-up is spent'))
  const checks = audioChecks(configWith(settings), noLookUp, view)
  return checks.find(({ id }) => id === 'audio.files')?.run()
}

const leadsTo = (address: string): NetworkView => ({
  lookUp: () => Promise.resolve([{ address, family: address.includes(':') ? 6 : 4 }]),
})

test.each(['10.0.0.1', '::ffff:169.254.169.254'])(
  'a public file host that leads to %s is told',
  async (address) => {
    expect(await fileFindings({ AUDIO_FILE_HOSTS: 'files.company.example' }, leadsTo(address))).toEqual([
      {
        verdict: 'failed',
        what: 'the file host https://files.company.example',
        why: `It leads to ${address}, which is not on the public internet, so results from there are only linked.`,
        mend: 'If it is yours, add it to PRIVATE_HOSTS and restart; otherwise check the DNS servers of this machine.',
      },
    ])
  },
)

test('one that PRIVATE_HOSTS lists is only dialled, and so is an address', async () => {
  const settings = { AUDIO_FILE_HOSTS: 'http://127.0.0.1:9,files.invalid', PRIVATE_HOSTS: 'files.invalid' }
  const findings = await fileFindings(settings, leadsTo('10.0.0.1'))
  expect(findings).toMatchObject([
    { what: 'the file host http://127.0.0.1:9', why: expect.stringContaining('ECONNREFUSED') },
    { what: 'the file host https://files.invalid', why: expect.stringContaining('could not be reached') },
  ])
})
