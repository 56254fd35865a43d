{
  "type": 3,
  "name": "Change the voice",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
