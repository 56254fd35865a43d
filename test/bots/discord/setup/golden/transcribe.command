{
  "type": 1,
  "name": "transcribe",
  "description": "Transcribe a clip",
  "options": [
    {
      "type": 11,
      "name": "clip",
      "description": "Audio file to transcribe",
      "required": false,
      "file_types": [
        "audio",
        "video",
        ".3g2",
        ".3ga",
        ".3gp",
        ".3gpp",
        ".aac",
        ".aif",
        ".aifc",
        ".aiff",
        ".aiffc",
        ".bwf",
        ".f4a",
        ".f4v",
        ".m4b",
        ".m4r",
        ".m4v",
        ".mka",
        ".mkv",
        ".mp2",
        ".mpa",
        ".mpeg",
        ".mpg",
        ".mpga",
        ".oga",
        ".ogv",
        ".qt",
        ".qta",
        ".rf64",
        ".wave",
        ".weba"
      ]
    },
    {
      "type": 3,
      "name": "clip_link",
      "description": "A link instead of a file, or a take such as 3f2akd7c.2",
      "required": false,
      "max_length": 2000
    },
    {
      "name": "language",
      "description": "Spoken language (default: detected)",
      "required": false,
      "type": 3,
      "autocomplete": true,
      "max_length": 60
    },
    {
      "name": "translate",
      "description": "Translate to English",
      "required": false,
      "type": 5
    },
    {
      "name": "format",
      "description": "File format (default: text and subtitles)",
      "required": false,
      "type": 3,
      "choices": [
        {
          "name": "Plain text",
          "value": "plain_text"
        },
        {
          "name": "Formatted text",
          "value": "formatted_text"
        },
        {
          "name": "SRT subtitles",
          "value": "srt"
        },
        {
          "name": "WebVTT subtitles",
          "value": "vtt"
        }
      ]
    },
    {
      "name": "word_timestamps",
      "description": "Show the time of each word, not only each line",
      "required": false,
      "type": 5
    },
    {
      "name": "permission",
      "description": "You made this, or its owner agreed",
      "required": false,
      "type": 5
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
