import { expect, test } from 'vitest'
import { tlsCheck } from '../../../src/redis/doctor/tls.ts'

test.each([
  ['redis://127.0.0.1:6379', 'ok'],
  ['redis://10.1.2.3', 'ok'],
  ['redis://localhost,redis://localhost:6380', 'ok'],
  ['redis://redis.invalid', 'ok'],
  ['rediss://1.1.1.1', 'ok'],
  ['redis://:word@1.1.1.1:6379', 'warning'],
  ['redis+sentinel://10.1.2.3,8.8.8.8:26379/main', 'warning'],
  ['redis://[2606:4700:4700::1111]:6379', 'warning'],
])('the way to %s is: %s', async (url, verdict) => {
  expect(await tlsCheck(url).run()).toMatchObject([{ verdict }])
})
