package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.machine.MachineQuery.Freshness;

/** Which scale set or availability set is the machine of a node in, and which tags does it have? */
public record VmSetQuery(String node, ArmId machine, Freshness freshness) {}
