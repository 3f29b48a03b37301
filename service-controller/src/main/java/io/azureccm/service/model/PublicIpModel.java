package io.azureccm.service.model;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;

/**
 * A public IP as it should be; {@code observed} is null when it does not exist yet, {@code desired} null when it is to go;
 * {@code replaced} says why it goes only to be made anew under the same name, "" otherwise.
 */
public record PublicIpModel(ArmId id, ObjectNode observed, ObjectNode desired, String replaced) {}
