package io.azureccm.common.boot.supervisor;

import io.azureccm.common.boot.ControllerLoop;
import io.azureccm.common.boot.azure.AzureSession;

/** The loop for one config with its session, and whether it only plans because another program may be doing the same work. */
record LoopOnSession(AzureSession session, ControllerLoop loop, boolean planningOnly) {}
