package io.azureccm.service.reconcile.scope;

import io.azureccm.service.reconcile.VirtualCluster;

/** What {@link ServiceScopeTest} and {@link ServiceScopeStatusTest} have in common. */
abstract class ServiceScopeFixture {
    final VirtualCluster cluster = new VirtualCluster();

    static void serve(VirtualCluster cluster) {
        cluster.join(0);
        cluster.make("web", 80);
        cluster.begin().loop.settle();
    }
}
