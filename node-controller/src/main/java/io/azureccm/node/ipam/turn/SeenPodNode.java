package io.azureccm.node.ipam.turn;

import io.azureccm.node.plan.ipam.NodeCidrs;
import io.fabric8.kubernetes.api.model.Node;

/** The latest version of a Node that the watch showed, and what matters of it to pod CIDRs. Immutable. */
public record SeenPodNode(Node node, NodeCidrs facts) {}
