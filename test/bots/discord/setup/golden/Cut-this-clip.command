{
  "type": 3,
  "name": "Cut this clip",
  "contexts": [
    0,
    1
  ],
  "integration_types": [
    0
  ]
}
