package io.azureccm.common.kube.leader;

import com.fasterxml.jackson.databind.JsonNode;

/** A lease as stored; {@code object} is the complete object, to be modified and written back for that version. */
public record StoredLease(LeaseRecord record, JsonNode object) {}
