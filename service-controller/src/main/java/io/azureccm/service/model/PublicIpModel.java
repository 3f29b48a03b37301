package io.azureccm.service.model;

import io.azureccm.common.core.ArmId;
import java.util.Optional;

/**
 * A public IP as it should be; {@code observed} is null when it does not exist yet, {@code desired} null when it is to go;
 * {@code replaced} says why it goes only to be made anew under the same name, "" otherwise. {@code labelFrom} is the public IP that has to give its
 * DNS label back before this one can have it.
 */
public record PublicIpModel(ArmId id, PublicIp observed, PublicIp desired, String replaced,
        Optional<ArmId> labelFrom) {}
