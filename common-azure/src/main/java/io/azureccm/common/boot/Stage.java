package io.azureccm.common.boot;

/** The loop of one config with the session it stands on. */
record Stage(AzureSession session, ControllerLoop loop) {}
