import { expect, test } from 'vitest'
import { isAtOrigin } from '../../src/core/origin.ts'

const origins = ['https://cdn.example.com', 'http://127.0.0.1:8701']

test.each([
  ['https://cdn.example.com/a.mp3?b=c', true],
  ['https://cdn.example.com:443/a.mp3', true],
  ['http://127.0.0.1:8701/a.mp3', true],
  ['http://cdn.example.com/a.mp3', false],
  ['https://cdn.example.com:8443/a.mp3', false],
  ['https://cdn.example.com.evil.example/a.mp3', false],
  ['https://cdn.example.com@evil.example/a.mp3', false],
  ['https://evil.example/https://cdn.example.com', false],
  ['cdn.example.com/a.mp3', false],
  ['', false],
])('that %j lies at one of our origins is %s', (url, isThere) => {
  expect(isAtOrigin(url, origins)).toBe(isThere)
})
