package io.azureccm.common.boot.supervisor;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.azure.AzureSession;

/** The loop of one config with the session it stands on, and whether it only plans because another program may be at work. */
record LoopOnSession(AzureSession session, ControllerLoop loop, boolean planningOnly) {}
