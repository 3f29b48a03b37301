package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;

/** A lease as the store had it; {@code object} is all of it, to be changed and given back for that version. */
public record StoredLease(LeaseRecord record, JsonNode object) {}
