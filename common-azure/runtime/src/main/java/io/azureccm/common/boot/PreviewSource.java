package io.azureccm.common.boot;

import io.azureccm.common.core.preview.Preview;
import io.azureccm.common.core.shadow.SeenObject;
import io.azureccm.common.reconcile.EventLoop;
import java.util.Map;

/** Makes the plan of a loop for a one-time request, by running the controller's own turns. */
public interface PreviewSource {
    /** The turns to run, one after another, once the informers have synced. Nothing else may run them at the same time. */
    EventLoop<?, ?, ?> turns();

    /** True while the plan is preliminary because missing data will be read again soon. */
    default boolean isPreliminary() {
        return false;
    }

    /** What the turns that have run so far would do. */
    Preview preview();

    /**
     * What the last turn knew of each planned object, by its name in plans; knowledge that belongs to no object has the empty
     * name.
     */
    Map<String, SeenObject> objects();
}
