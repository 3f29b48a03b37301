package io.azureccm.e2e.azure.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One stored resource. Stored trees are immutable: changes are made on a copy.
 *
 * @param body what the client set plus permanent server values; without ID, name, type, etag and provisioning
 *     state, which are added when it is rendered
 * @param hidden server-side data, such as allocated addresses
 * @param state provisioning state: Succeeded, Updating, Creating, Deleting or Failed
 * @param revision counts writes; compute shows it as the etag
 */
public record Resource(ResourceId id, String type, ObjectNode body, ObjectNode hidden, String etag, String state,
        long revision) {

    public Resource withBody(ObjectNode other) {
        return new Resource(id, type, other, hidden, etag, state, revision);
    }

    public Resource withHidden(ObjectNode other) {
        return new Resource(id, type, body, other, etag, state, revision);
    }

    public Resource withEtag(String other) {
        return new Resource(id, type, body, hidden, other, state, revision);
    }

    public Resource withState(String other) {
        return new Resource(id, type, body, hidden, etag, other, revision);
    }

    public Resource withRevision(long other) {
        return new Resource(id, type, body, hidden, etag, state, other);
    }

    public ObjectNode properties() {
        return body.get("properties") instanceof ObjectNode object ? object : io.azureccm.e2e.azure.wire.Json.object();
    }

    public boolean isBusy() {
        return !state.equals("Succeeded") && !state.equals("Failed");
    }
}
