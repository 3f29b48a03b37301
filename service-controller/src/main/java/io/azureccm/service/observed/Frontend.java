package io.azureccm.service.observed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;

/** A frontend as it is, the load balancer that it is on, and its private address in canonical form ("" for one with a public IP). */
public record Frontend(ArmId loadBalancer, ObjectNode body, String name, String privateIp) {}
