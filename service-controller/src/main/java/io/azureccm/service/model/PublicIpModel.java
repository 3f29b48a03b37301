package io.azureccm.service.model;

import io.azureccm.common.core.ArmId;
import java.util.Optional;
import java.util.Set;

/**
 * The desired state of a public IP; {@code observed} is null if it does not exist yet, {@code desired} null if it is to be deleted; {@code
 * replaced} is the reason if it is deleted only to be recreated under the same name, else "". {@code labelFrom} is the public IP that must
 * release its DNS label before this one can have it; {@code labelledBy} is the Service that requests the DNS label; {@code users} are the
 * Services that request the public IP in this plan.
 */
public record PublicIpModel(ArmId id, PublicIp observed, PublicIp desired, String replaced,
        Optional<ArmId> labelFrom, Optional<String> labelledBy, Set<String> users) {}
