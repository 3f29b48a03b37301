package io.azureccm.service.observed.read;

import io.azureccm.service.observed.MissingReads;

/** A read of Azure: its extent, and what the previous plan found missing. */
public record AzureReading(Extent extent, MissingReads missing) {
    /** The extent of a read. */
    public enum Extent {
        /** Load balancers and public IPs: all that frontends depend on. */
        FRONTENDS("load balancers and public IPs"),
        /** These, the security group, and the machines behind the load balancers. */
        EVERYTHING("load balancers, public IPs, security group and machines");

        private final String text;

        Extent(String text) {
            this.text = text;
        }
    }

    /** What is read, for messages. */
    public String describe() {
        return extent.text;
    }
}
