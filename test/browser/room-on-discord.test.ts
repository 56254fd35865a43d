import { describe } from 'vitest'
import { useRoom } from '../support/browser/room.ts'
import { testDrawingAnew } from './drawing-anew.ts'
import { testDrawingOfDiscord } from './drawing-on-discord.ts'
import { testPersonsDay } from './persons-day.ts'

describe('in the room, on Discord', () => {
  const room = useRoom()
  testPersonsDay('discord', room)
  describe('what a bot posts', () => testDrawingOfDiscord(room))
  describe('what is drawn', () => testDrawingAnew(room))
})
