package io.azureccm.common.machine;

import io.azureccm.common.core.ArmId;

/** A public IP; the address is empty until Azure has allocated one. */
public record PublicIp(ArmId id, String address) implements Identified {}
