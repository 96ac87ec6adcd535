"""Trains the network that labels rooms: on drawn rooms, by a recipe, to an ONNX file and its score on real photos."""
