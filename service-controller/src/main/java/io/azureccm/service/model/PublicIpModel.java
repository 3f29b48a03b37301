package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;

/** A public IP as it should be; {@code observed} is null when it does not exist yet, {@code desired} null when it is to go. */
public record PublicIpModel(ArmId id, ObjectNode observed, ObjectNode desired) {}
