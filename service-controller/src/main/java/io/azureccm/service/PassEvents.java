package io.azureccm.service;

import io.azureccm.common.core.Outcome;
import io.azureccm.service.apply.ServiceEvents;
import io.azureccm.service.intent.ServiceIntent;
import io.azureccm.service.plan.Demand;
import io.azureccm.service.watch.Dirty;
import io.azureccm.service.watch.ServiceRoster;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Says on Services what a pass is about to do and what it found, besides how it ended. */
final class PassEvents {
    private final ServiceRoster roster;
    private final ServiceEvents events;
    /** What was told that could not be put right yet, by UID. */
    private final Map<String, String> openDrift = new HashMap<>();

    PassEvents(ServiceRoster roster, ServiceEvents events) {
        this.roster = roster;
        this.events = events;
    }

    /** Says what is about to happen to the Services that changed. */
    void announce(Demand demand, Dirty dirty) {
        boolean anyNode = demand.nodes().stream().anyMatch(Hosts::takesTraffic);
        for (ServiceIntent service : demand.services()) {
            if (!dirty.services().contains(service.uid()))
                continue;
            roster.entry(service.uid()).ifPresent(entry -> {
                if (!service.wanted()) {
                    events.deleting(entry.service());
                } else {
                    events.ensuring(entry.service());
                    if (!anyNode)
                        events.noNodes(entry.service());
                }
            });
        }
    }

    /**
     * Says what was found that nobody asked for: each time when it was put right, and once while it could not be.
     */
    void drift(Demand demand, Pass pass) {
        Map<String, DriftNotices.Told> news = new DriftNotices(demand, pass.results()).byUid();
        openDrift.keySet().retainAll(news.keySet());
        news.forEach((uid, told) -> {
            String before = told.isPutRight() ? openDrift.remove(uid) : openDrift.put(uid, told.news());
            if (told.isPutRight() || !told.news().equals(before))
                roster.entry(uid)
                        .filter(entry -> !entry.vanished())
                        .ifPresent(entry -> events.drift(entry.service(), told.notice()));
        });
    }

    /** Says what plans had to tell. */
    void notices(Pass pass) {
        Set<String> uids = pass.plan().standings().keySet();
        events.retain(uids);
        uids.forEach(uid -> roster.entry(uid)
                .filter(entry -> !entry.vanished())
                .ifPresent(entry -> events.notices(entry.service(), pass.notices(uid))));
    }

    /** Says what became of pools that were written by themselves. */
    void pools(Demand demand, Pass pass) {
        Map<String, Outcome> writes = PoolWrites.of(pass.results());
        for (ServiceIntent service : demand.services()) {
            Outcome outcome = writes.get(service.subject());
            if (outcome == null || !service.wanted())
                continue;
            roster.entry(service.uid()).ifPresent(entry -> {
                if (outcome.isGood()) {
                    events.poolUpdated(entry.service());
                } else {
                    events.poolUpdateFailed(entry.service(), outcome.problem());
                }
            });
        }
    }
}
