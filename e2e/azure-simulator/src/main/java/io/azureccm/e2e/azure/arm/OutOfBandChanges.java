package io.azureccm.e2e.azure.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.azure.store.Resource;
import io.azureccm.e2e.azure.store.ResourceId;
import io.azureccm.e2e.azure.types.Draft;
import io.azureccm.e2e.azure.types.ResourceType;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Changes not requested by any client: immediate, without checks, operations or calls. */
public record OutOfBandChanges(ArmService arm) {
    /** Changes a stored body like another client would: no checks, a new etag. */
    public void edit(ResourceId id, UnaryOperator<ObjectNode> change) {
        arm.settled(() -> {
            Resource resource = arm.preconditions().require(id);
            ResourceType type = arm.world().types().require(resource.type());
            ObjectNode body = change.apply(resource.body().deepCopy());
            Draft draft = new Draft(resource.id(), body, resource.hidden().deepCopy(), Optional.of(resource),
                    arm.world(),
                    true);
            type.fill(draft);
            return arm.commits().commit(type, draft, resource.state());
        });
    }

    /** Applies the consequences of a changed resource, such as creating instances after a change of the capacity. */
    public void follow(ResourceId id) {
        arm.settled(() -> {
            Resource resource = arm.preconditions().require(id);
            arm.world()
                    .types()
                    .require(resource.type())
                    .stored(arm.world(), arm.commits(), Optional.of(resource), resource);
            return null;
        });
    }

    /** Gives the resource a new etag without a call. */
    public void touch(ResourceId id) {
        arm.settled(() -> {
            arm.commits().touch(arm.world().store().get(id).isPresent() || id.isTopLevel() ? id : id.parent(1));
            return null;
        });
    }

    /** Removes a resource immediately, without checks. */
    public void drop(ResourceId id) {
        arm.settled(() -> {
            arm.commits().remove(arm.preconditions().require(id));
            return null;
        });
    }

    /** Replaces a resource with a version of itself that has the same references. */
    public void replace(ResourceId id, UnaryOperator<Resource> change) {
        arm.settled(() -> {
            arm.world().store().replace(change.apply(arm.preconditions().require(id)));
            return null;
        });
    }
}
