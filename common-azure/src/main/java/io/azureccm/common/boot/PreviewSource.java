package io.azureccm.common.boot;

import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.shadow.SeenObject;
import io.azureccm.common.reconcile.EventLoop;
import java.util.Map;

/** A loop as one who asks for its plan once makes it: the turns of the controller itself, and what they have come to. */
public interface PreviewSource {
    /** The turns, to be made one after the other once the informers have synced. Nobody else makes them meanwhile. */
    EventLoop<?, ?, ?> turns();

    /** True while the plan is not the last word, because a second look at what was found missing is due soon. */
    default boolean looksAgainSoon() {
        return false;
    }

    /** What the turns that were made until now would do. */
    Preview preview();

    /** What the last turn knew of each object that is planned for, by its name in plans, and of all else by an empty name. */
    Map<String, SeenObject> objects();
}
