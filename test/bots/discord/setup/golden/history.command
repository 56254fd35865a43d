{
  "type": 1,
  "name": "history",
  "description": "What was made here, the newest first",
  "options": [
    {
      "name": "member",
      "description": "Whose results; of everybody, if left out",
      "required": false,
      "type": 6
    },
    {
      "name": "feature",
      "description": "Which kind of results; all of them, if left out",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "/music",
          "value": "music"
        },
        {
          "name": "/tts",
          "value": "tts"
        },
        {
          "name": "/remix",
          "value": "remix"
        },
        {
          "name": "/voice",
          "value": "voice"
        },
        {
          "name": "/master",
          "value": "master"
        },
        {
          "name": "/cut",
          "value": "cut"
        },
        {
          "name": "/inpaint",
          "value": "inpaint"
        },
        {
          "name": "/transcribe",
          "value": "transcribe"
        },
        {
          "name": "/lyrics",
          "value": "lyrics"
        }
      ]
    },
    {
      "name": "page",
      "description": "Which ten of them; the latest, if left out",
      "required": false,
      "type": 4,
      "min_value": 1,
      "max_value": 999
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
