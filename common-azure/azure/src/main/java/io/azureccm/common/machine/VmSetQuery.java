package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineQuery.Freshness;

/** Asks for the scale set or availability set of a node's machine, and its tags. */
public record VmSetQuery(String node, ArmId machine, Freshness freshness) {}
