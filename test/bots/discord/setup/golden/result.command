{
  "type": 1,
  "name": "result",
  "description": "Show a result again",
  "options": [
    {
      "name": "job",
      "description": "Job that made it",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 100
    },
    {
      "name": "take",
      "description": "Which take to show (default: all)",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 20
    },
    {
      "name": "wav",
      "description": "Get it as WAV",
      "required": false,
      "type": 5
    },
    {
      "name": "family",
      "description": "Kind of result, for a task or conversion",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Music",
          "value": "MUSIC_AI"
        },
        {
          "name": "Speech",
          "value": "TEXT_TO_SPEECH"
        },
        {
          "name": "New voice",
          "value": "VOICE_CONVERSION"
        },
        {
          "name": "Extraction",
          "value": "EXTRACTION"
        },
        {
          "name": "Cover song",
          "value": "COVER"
        },
        {
          "name": "Stems",
          "value": "STEMS_SEPARATION"
        },
        {
          "name": "Vocals",
          "value": "VOCAL_EXTRACTION"
        },
        {
          "name": "Noise removal",
          "value": "DENOISING"
        },
        {
          "name": "Echo removal",
          "value": "DEECHO"
        },
        {
          "name": "Reverb removal",
          "value": "DEREVERB"
        },
        {
          "name": "Sound effect",
          "value": "SOUND_GENERATOR"
        },
        {
          "name": "Transcript",
          "value": "AUDIO_TRANSCRIPTION"
        },
        {
          "name": "Changed speed",
          "value": "AUDIO_SPEED_CHANGER"
        },
        {
          "name": "Mastered clip",
          "value": "AUDIO_MASTERING"
        },
        {
          "name": "Trimmed clip",
          "value": "AUDIO_CUTTER"
        },
        {
          "name": "Remixed clip",
          "value": "REMIX"
        },
        {
          "name": "Converted file",
          "value": "FILE_CONVERT"
        },
        {
          "name": "Key and tempo",
          "value": "KEY_BPM_EXTRACTION"
        },
        {
          "name": "MIDI",
          "value": "AUDIO_TO_MIDI"
        },
        {
          "name": "Extended song",
          "value": "EXTEND"
        },
        {
          "name": "Redone clip",
          "value": "INPAINT"
        },
        {
          "name": "Song over an instrumental",
          "value": "SING_OVER_INSTRUMENTAL"
        },
        {
          "name": "Lyrics",
          "value": "LYRICS_GENERATOR"
        }
      ]
    },
    {
      "name": "task",
      "description": "The audio service's task ID",
      "required": false,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "conversion",
      "description": "The audio service's output ID",
      "required": false,
      "type": 3,
      "max_length": 6000
    },
    {
      "name": "seen_by",
      "description": "Who sees it (\"Only me\" goes to your direct messages)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Everyone here",
          "value": "here"
        },
        {
          "name": "Only me",
          "value": "me"
        }
      ]
    },
    {
      "name": "spoiler",
      "description": "Hide audio, cover and lyrics until someone clicks (on Slack, they go to the thread)",
      "required": false,
      "type": 5
    }
  ],
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
