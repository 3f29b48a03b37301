package io.azureccm.service.spec.parse;

import io.fabric8.kubernetes.api.model.Service;
import java.util.List;

/**
 * The class of Services that an instance serves ({@code spec.loadBalancerClass}); with an empty name those without a class, like the
 * reference. Each class has a finalizer of its own, so that no controller ends the clean-up of another one.
 */
public record LoadBalancerClass(String name) {
    /** Services without a class. */
    public static final LoadBalancerClass NONE = new LoadBalancerClass("");

    /** The finalizer of Services without a class, of the reference too. */
    public static final String SHARED_FINALIZER = "service.kubernetes.io/load-balancer-cleanup";
    private static final String OWN_DOMAIN = "azureccm.io";

    public boolean isNone() {
        return name.isEmpty();
    }

    /** The finalizer of the Services that this instance serves. */
    public String finalizer() {
        if (isNone())
            return SHARED_FINALIZER;
        int slash = name.indexOf('/');
        return (slash < 0 ? OWN_DOMAIN : name.substring(0, slash)) + "/load-balancer-cleanup."
                + name.substring(slash + 1);
    }

    /** True if this instance is responsible for a load balancer for the Service. */
    public boolean wants(Service service) {
        String wanted = service.getSpec().getLoadBalancerClass();
        return isLoadBalancer(service) && (isNone() ? wanted == null : name.equals(wanted));
    }

    /**
     * True if the Service has a load balancer of this instance that must be removed. A finalizer that only this instance adds says so by
     * itself; the one that is shared may be on a Service of another class, which is left alone until it is deleted, as by the reference.
     */
    public boolean needsCleanup(Service service) {
        return hasFinalizer(service, finalizer()) && (service.getMetadata().getDeletionTimestamp() != null
                || !isLoadBalancer(service) || !isNone() && !wants(service));
    }

    /** True if another controller is responsible for the load balancer of the Service, and this one has nothing of it left to remove. */
    public boolean isServedElsewhere(Service service) {
        return isLoadBalancer(service) && !wants(service) && !hasFinalizer(service, finalizer());
    }

    /** True for a Service of this class that the controller of Services without a class has not cleaned up yet. */
    public boolean isLeftElsewhere(Service service) {
        return !isNone() && wants(service) && hasFinalizer(service, SHARED_FINALIZER);
    }

    private static boolean isLoadBalancer(Service service) {
        return "LoadBalancer".equals(service.getSpec().getType());
    }

    private static boolean hasFinalizer(Service service, String finalizer) {
        List<String> finalizers = service.getMetadata().getFinalizers();
        return finalizers != null && finalizers.contains(finalizer);
    }
}
