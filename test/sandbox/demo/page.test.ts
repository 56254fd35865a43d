import { expect, test } from 'vitest'
import { renderPage } from '../../../sandbox/demo/page.ts'
import type { TranscriptStep } from '../../../sandbox/demo/transcript.ts'

const song: TranscriptStep = {
  platform: 'discord',
  by: 'member',
  command: '/music prompt:<b>tea</b>',
  ackMs: 10,
  doneMs: 2_000,
  credits: { held: '0.20', settled: '0.10', left: '0.90' },
  messages: [
    {
      text: '“Tea & Time”\n-# “<b>tea</b>” · by @Max · 0.10 credits, 0.90 left · Job:\u00a0ab12cd34',
      files: [
        {
          path: 'demo-out/discord/1/Tea #1.mp3',
          name: 'Tea #1.mp3',
          contentType: 'audio/mpeg',
          bytes: 1,
          durationSeconds: 20,
        },
        { path: 'demo-out/discord/1/lyrics.txt', name: 'lyrics.txt', contentType: 'text/plain', bytes: 1 },
      ],
      buttons: [],
    },
  ],
}

const page = renderPage({
  transcript: { ok: true, steps: [song], problems: [] },
  folder: 'demo-out',
  texts: new Map([['demo-out/discord/1/lyrics.txt', 'Pour <slowly>']]),
  fontBase64: 'AAAA',
  tookMs: 30_000,
})

test('plays each take from beside it, by its title and length', () => {
  expect(page).toContain('src="discord/1/Tea%20%231.mp3" aria-label="Tea &amp; Time"')
  expect(page).toContain('<span class="quiet">0:20</span>')
})

test('shows the prompt, the lyrics and what it cost, and no id of a job', () => {
  expect(page).toContain('<h2>“&lt;b&gt;tea&lt;/b&gt;”</h2>')
  expect(page).toContain('<pre>Pour &lt;slowly&gt;</pre>')
  expect(page).toContain('by @Max · 0.10 credits, 0.90 left')
  expect(page).not.toContain('ab12cd34')
})

test('loads nothing, and holds no markup of others', () => {
  expect(page).not.toMatch(/https?:|<script|<b>tea|<slowly>/)
})
