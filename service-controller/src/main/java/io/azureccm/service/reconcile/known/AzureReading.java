package io.azureccm.service.reconcile.known;

import io.azureccm.service.observed.MissingReads;

/** A look at Azure: how much of it, and what the plan before it found missing. */
public record AzureReading(Extent extent, MissingReads missing) {
    /** How much is looked at. */
    public enum Extent {
        /** Load balancers and public IPs: all that frontends depend on. */
        FRONTENDS("load balancers and public IPs"),
        /** These, the security group, and the machines behind the load balancers. */
        EVERYTHING("load balancers, public IPs, security group and machines"),
        /** These, and whatever else may have been left behind. */
        ORPHANS("everything that may have been left behind");

        private final String text;

        Extent(String text) {
            this.text = text;
        }
    }

    /** What is read, for people. */
    public String describe() {
        return extent.text;
    }
}
